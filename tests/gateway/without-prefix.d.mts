export function startWithoutPrefix(agent: {
  readonly url: string;
  readonly token: string;
  readonly prefix: string;
}): Promise<{ readonly url: string; close(): void }>;
