// The server that the official conformance suite is run against: the suite's fixture tools, as a tool author would
// write them with the published packages, and nothing that helps it pass. Fixtures for prompts, resources,
// completion, logging, sampling and roots are missing: a server of tools has none of them.
//
// The names, and what each tool must return, are the suite's: src/scenarios/server of modelcontextprotocol/conformance.

import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { content, tool } from "@toolcrib/tools";

/** One red pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A header, and no samples after it. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const string = { type: "string" };
const form = (properties, required = Object.keys(properties)) => ({ type: "object", properties, required });
const input = (properties) => ({ ...form(properties), additionalProperties: false });

/** Asks the questions one after the other, then says what was answered. */
function asking(description, questions, more = {}) {
  return tool({
    description,
    ask: (_args, { answers }) => questions[answers.length],
    execute: (_args, { answers }) => `Answered: ${JSON.stringify(answers)}`,
    ...more,
  });
}

const contentTools = {
  test_simple_text: tool({ description: "Returns a text", execute: () => "This is a simple text response for testing." }),
  test_image_content: tool({ description: "Returns an image", execute: () => content.image(PNG, "image/png") }),
  test_audio_content: tool({ description: "Returns a sound", execute: () => content.audio(WAV, "audio/wav") }),
  test_embedded_resource: tool({
    description: "Returns a resource",
    execute: () =>
      content.resource({ uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." }),
  }),
  test_multiple_content_types: tool({
    description: "Returns a text, an image and a resource",
    execute: () => [
      content.text("Multiple content types test:"),
      content.image(PNG, "image/png"),
      content.resource({ uri: "test://mixed-content-resource", mimeType: "application/json", text: '{"test":"data","value":123}' }),
    ],
  }),
  test_error_handling: tool({
    description: "Always fails",
    execute: () => {
      throw new Error("This tool intentionally returns an error for testing");
    },
  }),
  test_tool_with_progress: tool({
    description: "Reports progress three times",
    execute: (_args, context) => {
      for (const progress of [0, 50, 100]) context.progress(undefined, { progress, total: 100 });
      return "done";
    },
  }),
  test_logging_tool: tool({ description: "Has nothing to log", execute: () => "done" }),
};

const schemaTools = {
  json_schema_2020_12_tool: tool({
    description: "Tool with JSON Schema 2020-12 features",
    input: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: string, city: string } } },
      properties: {
        name: string,
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: string,
        email: string,
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    execute: (args) => args,
  }),
  test_x_mcp_header: tool({
    description: "Says which region it was called for",
    input: input({ region: { type: "string", "x-mcp-header": "Region" } }),
    execute: ({ region }) => `region: ${region}`,
  }),
};

const nameQuestion = { message: "What is your name?", form: form({ name: string }), key: "user_name" };
const confirmQuestion = { message: "Please confirm", form: form({ ok: { type: "boolean" } }), key: "confirm" };

const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};
const titled = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
];
const choices = {
  untitledSingle: { type: "string", enum: ["option1", "option2"] },
  titledSingle: { type: "string", oneOf: titled },
  legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option One", "Option Two"] },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2"] } },
  titledMulti: { type: "array", items: { anyOf: titled } },
};

const askingTools = {
  test_input_required_result_elicitation: asking("Greets a person", [nameQuestion], {
    execute: (_args, { answers }) => `Hello, ${answers[0]?.name}!`,
  }),
  test_input_required_result_request_state: asking("Asks for a confirmation", [confirmQuestion], { execute: () => "state-ok" }),
  test_input_required_result_tampered_state: asking("Asks for a confirmation", [confirmQuestion]),
  test_input_required_result_multi_round: asking("Asks for a name, then for a colour", [
    { message: "Step 1: What is your name?", form: form({ name: string }), key: "step1" },
    { message: "Step 2: What is your favorite color?", form: form({ color: string }), key: "step2" },
  ]),
  // The suite would have these ask for what it calls sampling where a client has no elicitation; only people are asked here.
  test_input_required_result_capabilities: asking("Asks for a name", [nameQuestion]),
  test_missing_capability: asking("Asks for a name", [nameQuestion]),
  test_streaming_elicitation: asking("Asks for a name", [nameQuestion]),
  test_elicitation: asking("Asks who somebody is", [], {
    input: input({ message: string }),
    ask: ({ message }, { answers }) => (answers.length === 0 ? { message, form: form({ username: string, email: string }) } : undefined),
  }),
  test_elicitation_sep1034_defaults: asking("Asks with a default for every kind of field", [
    { message: "Please review", form: form(defaults, []) },
  ]),
  test_elicitation_sep1330_enums: asking("Asks with every kind of choice", [{ message: "Please choose", form: form(choices, []) }]),
};

const handler = serveTools(
  { ...contentTools, ...schemaTools, ...askingTools },
  { auth: "none", serverInfo: { name: "toolcrib-conformance", version: "1" }, log: () => {} },
);
const server = createServer(nodeListener(handler));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
