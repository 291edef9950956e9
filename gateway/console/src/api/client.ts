// The only place that calls fetch.

/** A request that the gateway refused, or that did not reach it (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const encoder = new TextEncoder();

async function messageOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { message?: string };
    if (typeof body.message === "string") return body.message;
  } catch {
    // Not our shape: the status has to do.
  }
  return `the service answered ${response.status}`;
}

/** Sends a request with the session's cookie and gives the answer's JSON. Fails with an ApiError. */
export async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body !== undefined) {
    request.headers = { Accept: "application/json", "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new ApiError(0, "the service cannot be reached");
  }
  if (!response.ok) throw new ApiError(response.status, await messageOf(response));
  return (await response.json()) as T;
}

/** SHA-256 in hexadecimal; nothing where the browser has no cryptography, on plain HTTP from another machine. */
export async function sha256(text: string): Promise<string | undefined> {
  if (!("subtle" in crypto)) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
