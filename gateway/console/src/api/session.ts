import { ApiError, send } from "./client";
import type { Session } from "./types";

/** Who is signed in; nothing when nobody is. */
export async function currentSession(): Promise<Session | undefined> {
  try {
    return await send<Session>("GET", "/v1/session");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

export function signIn(email: string, password: string): Promise<Session> {
  return send<Session>("POST", "/v1/session", { email, password });
}

export async function signOut(): Promise<void> {
  await send("DELETE", "/v1/session");
}
