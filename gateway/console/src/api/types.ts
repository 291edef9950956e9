// The gateway's JSON, as far as the console reads it.

export interface User {
  id: string;
  email: string;
  label: string;
  administrator: boolean;
}

export interface Session {
  customerId: string;
  user: User;
  kind: string;
  expiration: string;
}

/** A program that asks for an access key of the signed-in user. */
export interface DelegatedLogin {
  id: string;
  integration: string;
  clientToken: string;
  address: string;
  createdAt: string;
  expiresAt: string;
}

export interface AccessToken {
  id: string;
  name: string;
  description: string;
  kind: string;
  disabled: boolean;
  expiration: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The only answer that has the secret. */
export interface NewAccessToken extends AccessToken {
  secret: string;
}

/** What the page of the interface reads of an OpenAPI document; everything in it is optional there, too. */
export interface OpenApi {
  info?: { title?: string; version?: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, unknown>>;
}

/** Something that may stand elsewhere in the document: `#/components/<kind>/<name>`. */
export interface Referable {
  $ref?: string;
}

export interface Body extends Referable {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

export interface Parameter extends Referable {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Schema extends Referable {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}
