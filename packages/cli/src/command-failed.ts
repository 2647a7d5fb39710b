/** A command that was understood and did not succeed: exit code 1, and its message without a stack. */
export class CommandFailed extends Error {}
