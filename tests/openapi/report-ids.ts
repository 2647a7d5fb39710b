// Public reports about products that make tools from OpenAPI documents, pinned: each is replayed here as a test in our
// own terms, or stands in report-exceptions.ts with the reason. The number is that of the kind of fault.

export const REPORTS: Readonly<Record<string, readonly string[]>> = {
  // Parameters on the wire
  "1: a deep object as text": ["PrefectHQ/fastmcp#1114"],
  "2: a deep object as bare keys": ["PrefectHQ/fastmcp#4488"],
  "3: explode false is ignored": ["PrefectHQ/fastmcp#1004", "PrefectHQ/fastmcp#1543", "PrefectHQ/fastmcp#3594"],
  "4: lists with brackets": ["samanhappy/mcphub#1080"],
  "5: lists always by commas": ["harsha-iiiv/openapi-mcp-generator#41"],
  "7: objects with brackets by default": ["openapi-ts/openapi-typescript#1533"],
  "8: one parameter's explode for all": ["hey-api/hey-api#1804"],
  "9: objects as [object Object]": [
    "ttoss/ttoss#1238",
    "orval-labs/orval#3193",
    "orval-labs/orval#2589",
    "OpenAPITools/openapi-generator#10438",
  ],
  "10: one of several path values": ["PrefectHQ/fastmcp#267"],
  "11: a path value that is not put in": ["ivo-toby/mcp-openapi-server#15"],
  "12: path values as they are": ["microsoft/semantic-kernel#6672"],
  "13: a path that climbs": [
    "samanhappy/mcphub#1083",
    "samanhappy/mcphub#1089",
    "google/adk-js#597",
    "google/adk-js#638",
    "CharTyr/STS2-Agent#50",
    "agentgateway/agentgateway#3598",
    "cloudflare/mcp-server-cloudflare#278",
  ],
  "14: headers that are never sent": ["ivo-toby/mcp-openapi-server#50", "ivo-toby/mcp-openapi-server#51"],
  "17: spaces in a path": ["wso2/api-manager#4477"],
  // Bodies
  "18: forms without a schema": ["orval-labs/orval#3664"],
  "19: nested forms as JSON": ["punkpeye/fastmcp#351"],
  "20: only application/json is JSON": ["doitintl#225"],
  "21: bodies that are no object, and names that meet": ["tadata-org/fastapi_mcp#319", "tadata-org/fastapi_mcp#344"],
  "24: duplicate names": ["microsoft/semantic-kernel#4666", "microsoft/semantic-kernel#9348", "microsoft/semantic-kernel#6885"],
  "25: an optional body that is required": ["orval-labs/orval#3599", "orval-labs/orval#3600"],
  "26: bodies of Swagger 2.0": ["MonadWorks/agentify#7", "genmcp/gen-mcp#149", "mcp-use/mcp-use#1529"],
  "27: items and branches that lose their fields": ["higress-group/openapi-to-mcpserver#9", "higress-group/openapi-to-mcpserver#24"],
  // Schemas and references
  "28: a reference that becomes nothing": ["BerriAI/litellm#36765", "BerriAI/litellm#29207", "matthewhand/mcp-openapi-proxy#20"],
  "29: schemas in circles": [
    "PrefectHQ/fastmcp#931",
    "PrefectHQ/fastmcp#1016",
    "PrefectHQ/fastmcp#1206",
    "PrefectHQ/fastmcp#3242",
    "tadata-org/fastapi_mcp#238",
    "wso2/api-manager#5189",
    "wso2/api-manager#5190",
  ],
  "30: references to what is not there": [
    "PrefectHQ/fastmcp#2087",
    "PrefectHQ/fastmcp#2153",
    "open-webui/computer#87",
    "spring-projects/spring-ai#5888",
  ],
  "32: a good answer that becomes an error": ["PrefectHQ/fastmcp#1241", "PrefectHQ/fastmcp#1271", "PrefectHQ/fastmcp#2472"],
  "33: versions that are not recognised": ["PrefectHQ/fastmcp#2767", "PrefectHQ/fastmcp#2768"],
  "36: dialects of models, and credentials as arguments": ["google/adk-python#3313", "google/adk-python#1192"],
  // Names, servers, security
  "37: names too long, doubled or unreadable": [
    "harsha-iiiv/openapi-mcp-generator#4",
    "ivo-toby/mcp-openapi-server#13",
    "janwilmake/openapi-mcp-server#7",
    "tadata-org/fastapi_mcp#161",
    "mcp-use/mcp-use#1885",
    "ivo-toby/mcp-openapi-server#94",
  ],
  "38: servers, headers, origins": [
    "punkpeye/fastmcp#377",
    "BerriAI/litellm#23238",
    "langchain-ai/langchain#2456",
    "gravitee-io/gravitee-api-management#12137",
    "BerriAI/litellm#18169",
    "BerriAI/litellm#26794",
    "PrefectHQ/fastmcp#1253",
    "PrefectHQ/fastmcp#346",
    "awslabs/mcp#3695",
    "matthewhand/mcp-openapi-proxy#56",
  ],
};

export const REPORT_IDS: readonly string[] = Object.values(REPORTS).flat();
