// What an API may ask for, and what an operator has for it.

export interface ClientCredentials {
  readonly type: "clientCredentials";
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where tokens come from. Default: what the document says, if that is at an origin the credentials are for. */
  readonly tokenUrl?: string;
  /** Default: what the operation asks for. */
  readonly scopes?: readonly string[];
}

export type Credential =
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  /** Goes where the document says: a header, the query or a cookie. */
  | { readonly type: "apiKey"; readonly value: string }
  | ClientCredentials;

/** What a document asks for. */
export interface SecurityScheme {
  readonly name: string;
  readonly type: "http" | "apiKey" | "oauth2" | "openIdConnect" | "mutualTLS";
  /** Of `http`: `bearer`, `basic`, … in lower case. */
  readonly scheme?: string;
  /** Of `apiKey`. */
  readonly in?: "header" | "query" | "cookie";
  readonly parameterName?: string;
  /** Of `oauth2` with client credentials. */
  readonly tokenUrl?: string;
  readonly scopes: readonly string[];
}

/** One credential for whatever scheme it fits, or a function that has one for a scheme. */
export type Auth = Credential | ((scheme: SecurityScheme) => Credential | undefined | Promise<Credential | undefined>);
