// What a platform's `fetch` can't send, and what is seen there instead. A limit that no longer holds fails the run.

export const PLATFORM_LIMITS = [
  {
    name: "a header with a letter of Latin-1",
    reason: "workerd writes header values in UTF-8, where the fetch standard has one byte for each character",
    on: { workerd: { line: "GET /v1/it", headers: { "x-it": "Ã©" } } },
  },
  {
    name: "a further method with a hyphen",
    reason: "workerd sends the methods of a list of its own, and M-SEARCH is not on it",
    on: { workerd: { requests: [], refused: true, says: "could not be reached" } },
  },
];
