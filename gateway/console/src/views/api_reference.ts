import { loadOpenApi } from "../api/openapi";
import type { OpenApi, Operation, Referable, Schema } from "../api/types";
import { h, show } from "../components/dom";
import { messageOf, notice } from "../components/notice";
import type { View } from "./view";

const METHODS = ["get", "head", "post", "put", "patch", "delete"];
const DEPTH_MAX = 4;

/** The HTTP interface as the gateway describes it. */
export function apiReferenceView(): View {
  const content = h("div", {}, h("p", { class: "hint" }, "Loading…"));
  const element = h("main", {}, h("h1", { tabindex: -1 }, "API"), content);
  void load(content);
  return { element, title: "API" };
}

async function load(content: HTMLElement): Promise<void> {
  try {
    const document = await loadOpenApi();
    show(content, ...render(document));
  } catch (error) {
    show(content, notice("error", messageOf(error)));
  }
}

interface Entry {
  path: string;
  method: string;
  operation: Operation;
}

function render(api: OpenApi): Node[] {
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(api.paths ?? {})) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      const group = operation.tags?.[0] ?? "Other";
      groups.set(group, [...(groups.get(group) ?? []), { path, method, operation }]);
    }
  }
  const sections = [...groups].map(([name, entries], place) =>
    h(
      "section",
      { "aria-labelledby": `group-${place}` },
      h("h2", { id: `group-${place}` }, name),
      ...entries.map((entry) => operationElement(api, entry)),
    ),
  );
  const download = h("a", { href: "/v1/openapi" }, "OpenAPI document");
  return [h("p", {}, `${api.info?.title ?? "Opalite"} ${api.info?.version ?? ""} · `, download), ...sections];
}

function operationElement(api: OpenApi, { path, method, operation }: Entry): HTMLElement {
  const parameters = (operation.parameters ?? []).map((each) => follow(api, each)).map((parameter) =>
    h(
      "li",
      {},
      h("code", {}, parameter.name ?? ""),
      ` ${typeName(parameter.schema)}, in ${parameter.in ?? "query"}${parameter.required ? ", required" : ""}`,
      parameter.description ? `: ${parameter.description}` : undefined,
    ),
  );
  const body = operation.requestBody ? follow(api, operation.requestBody) : undefined;
  const request = Object.values(body?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const response = follow(api, given);
    const schema = Object.values(response.content ?? {})[0]?.schema;
    return h("li", {}, h("code", {}, status), ` ${response.description ?? ""}`, schema ? schemaElement(api, schema, 1) : undefined);
  });
  return h(
    "details",
    { class: "operation" },
    h("summary", {}, h("span", { class: `method ${method}` }, method.toUpperCase()), h("code", {}, path), h("span", {}, operation.summary ?? "")),
    operation.description ? h("p", {}, operation.description) : undefined,
    parameters.length > 0 ? h("h3", {}, "Parameters") : undefined,
    parameters.length > 0 ? h("ul", {}, ...parameters) : undefined,
    request ? h("h3", {}, "Body") : undefined,
    request ? schemaElement(api, request, 1) : undefined,
    answers.length > 0 ? h("h3", {}, "Answers") : undefined,
    answers.length > 0 ? h("ul", {}, ...answers) : undefined,
  );
}

/** What a reference leads to, or the thing itself. */
function follow<T extends Referable>(api: OpenApi, thing: T): T {
  const [, , kind, name] = thing.$ref?.split("/") ?? [];
  return kind && name ? ((api.components?.[kind]?.[name] as T | undefined) ?? thing) : thing;
}

/** A schema with the members of those that it is made of. */
function resolve(api: OpenApi, schema: Schema): Schema {
  const own = follow(api, schema);
  const parts = (own.allOf ?? []).map((part) => resolve(api, part));
  if (parts.length === 0) return own;
  return {
    ...own,
    properties: Object.assign({}, own.properties, ...parts.map((part) => part.properties)) as Record<string, Schema>,
    required: [...(own.required ?? []), ...parts.flatMap((part) => part.required ?? [])],
  };
}

function typeName(schema: Schema | undefined): string {
  if (!schema) return "any";
  if (schema.$ref) return schema.$ref.split("/").pop() ?? "object";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeName).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `list of ${typeName(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return schema.format ? `${type} (${schema.format})` : type;
}

/** The members of an object, and of those in it to a certain depth; everything else as the name of its type. */
function schemaElement(api: OpenApi, schema: Schema, depth: number): HTMLElement {
  const whole = resolve(api, schema);
  const members = Object.entries((whole.type === "array" && whole.items ? resolve(api, whole.items) : whole).properties ?? {});
  if (members.length === 0 || depth > DEPTH_MAX) return h("span", { class: "type" }, ` ${typeName(whole)}`);
  const required = new Set(whole.required ?? []);
  return h(
    "ul",
    { class: "schema" },
    ...members.map(([name, member]) => {
      const inner = resolve(api, member.type === "array" && member.items ? member.items : member);
      return h(
        "li",
        {},
        h("code", {}, name),
        h("span", { class: "type" }, ` ${typeName(member)}${required.has(name) ? ", required" : ""}`),
        member.description ? ` ${member.description}` : undefined,
        inner.properties ? schemaElement(api, inner, depth + 1) : undefined,
      );
    }),
  );
}
