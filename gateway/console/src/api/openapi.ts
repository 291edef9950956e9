import { send } from "./client";
import type { OpenApi } from "./types";

export function loadOpenApi(): Promise<OpenApi> {
  return send<OpenApi>("GET", "/v1/openapi");
}
