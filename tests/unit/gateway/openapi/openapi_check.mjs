// openapi_check.mjs DOCUMENT [ANSWERS]: validates the OpenAPI document, then each of the answers, given as
// [{"operation": "GET /v1/datasets", "status": 200, "body": …}], against the schema that the document has for it.
// Prints what does not fit and ends with 1. NODE_PATH does not count for modules: OPALITE_OPENAPI_MODULES names node_modules.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.env.OPALITE_OPENAPI_MODULES + '/x.js');
const { Validator } = await import(pathToFileURL(require.resolve('@seriousme/openapi-schema-validator')));
const Ajv = require('ajv/dist/2020').default;
const addFormats = require('ajv-formats').default;

const [documentFile, answersFile] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentFile, 'utf8'));
let faults = 0;
const fault = (text) => { faults += 1; console.log(text); };

const result = await new Validator().validate(structuredClone(document));
if (!result.valid) fault('the document is not OpenAPI 3.1: ' + JSON.stringify(result.errors).slice(0, 2000));
for (const [path, operations] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    if (operation['x-undescribed']) fault(`nobody has described ${method.toUpperCase()} ${path} (gateway/openapi/api)`);
  }
}

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'document');
const checks = new Map();  // compiled schemas by their place
const escaped = (text) => text.replaceAll('~', '~0').replaceAll('/', '~1');
for (const { operation, status, body } of answersFile ? JSON.parse(readFileSync(answersFile, 'utf8')) : []) {
  const [method, path] = operation.split(' ');
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
  if (!responses) { fault(`not in the document: ${operation}`); continue; }
  let name = String(status);
  if (!responses[name]) {
    if (status < 400) { fault(`${operation} answers ${status}, which the document does not have`); continue; }
    name = 'default';
  }
  let pointer = `document#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${name}`;
  if (responses[name].$ref) pointer = 'document' + responses[name].$ref;
  if (!checks.has(pointer)) {
    checks.set(pointer, ajv.compile({ $ref: encodeURI(`${pointer}/content/${escaped('application/json')}/schema`).replace('%23', '#') }));
  }
  const check = checks.get(pointer);
  if (!check(body)) fault(`${operation} ${status}: ${ajv.errorsText(check.errors)}\n  ${JSON.stringify(body).slice(0, 500)}`);
}
process.exit(faults === 0 ? 0 : 1);
