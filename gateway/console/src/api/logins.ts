import { send, sha256 } from "./client";
import type { DelegatedLogin } from "./types";

export async function pendingLogins(): Promise<DelegatedLogin[]> {
  const answer = await send<{ delegatedLogins: DelegatedLogin[] }>("GET", "/v1/login/delegated");
  return answer.delegatedLogins;
}

export async function answerLogin(id: string, accept: boolean): Promise<void> {
  await send("POST", `/v1/login/delegated/${encodeURIComponent(id)}/${accept ? "accept" : "deny"}`);
}

/** The id of the request that a program polls with this token. */
export function loginIdOf(serverToken: string): Promise<string | undefined> {
  return sha256(serverToken);
}
