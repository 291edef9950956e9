import { send } from "./client";
import type { AccessToken, NewAccessToken } from "./types";

export async function listTokens(): Promise<AccessToken[]> {
  const answer = await send<{ authtokens: AccessToken[] }>("GET", "/v1/authtokens?orderBy=createdAt%20desc&limit=1000");
  return answer.authtokens;
}

export function createToken(name: string, description: string): Promise<NewAccessToken> {
  return send<NewAccessToken>("POST", "/v1/authtokens", { name, description });
}

export async function deleteToken(id: string): Promise<void> {
  await send("DELETE", `/v1/authtokens/${encodeURIComponent(id)}`);
}
