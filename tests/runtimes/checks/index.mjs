// Every check, in the order in which they run.

import { agents, agentsContext, fromMcp, official } from "./clients.mjs";
import { refused, signed, subjects } from "./identity.mjs";
import { leavesBusy, leavesHeartbeat, leavesQuiet, leavesWaiting } from "./leaving.mjs";
import { ownTests } from "./own-tests.mjs";
import { progress, silence } from "./streams.mjs";

export const checks = [
  signed,
  refused,
  progress,
  leavesWaiting,
  leavesQuiet,
  leavesBusy,
  subjects,
  official,
  agents,
  agentsContext,
  fromMcp,
  ownTests,
  silence,
  leavesHeartbeat,
];
