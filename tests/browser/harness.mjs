// Starts the real service and a real Chromium, and ends only what it has started. Everything waits for conditions.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const PACKAGES = join(ROOT, "build", "deps", "browser-tests", "/");
const require = createRequire(PACKAGES);

export const TENANT = "101020304050";
export const EMAIL = "admin@localhost";
export const PASSWORD = "correct-horse-battery";
const INGEST_TOKEN = "ds1SystemTestToken01:abcdefghijklmnopqrstuvwxyz012345";
const START_LIMIT_MS = 60_000;
const CHROMIUM = process.env.OPALITE_TEST_CHROMIUM ?? "/usr/bin/chromium";
const BINARY = process.env.OPALITE_TEST_BINARY ?? join(ROOT, "build", "release", "bin", "opalite");

export class Failure extends Error {}

export function check(condition, message) {
  if (!condition) throw new Failure(message);
}

export function skipUnlessPossible() {
  for (const [what, path] of [["the packages", join(PACKAGES, "node_modules")], ["Chromium", CHROMIUM], ["the service", BINARY]]) {
    if (existsSync(path)) continue;
    console.log(`skipped: ${what} is not at ${path}`);
    process.exit(77);
  }
}

/** Looks again and again until it gives something true. */
export async function waitUntil(condition, limitMs, what) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    check(Date.now() < deadline, `not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function readReady(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** `opalite serve` on free ports with known credentials. */
export async function startService(...extra) {
  const directory = mkdtempSync(join(tmpdir(), "opalite-browser."));
  chmodSync(directory, 0o755); // a private PostgreSQL runs as another user
  const readyFile = join(directory, "ready");
  const log = openSync(join(directory, "log"), "a");
  const child = spawn(
    BINARY,
    ["serve", "--data", join(directory, "data"), "--listen", "127.0.0.1:0", "--listen-http", "127.0.0.1:0", "--bootstrap-tenant", TENANT,
     "--bootstrap-email", EMAIL, "--bootstrap-password", PASSWORD, "--bootstrap-ingest-token", INGEST_TOKEN,
     "--ready-file", readyFile, ...extra],
    { stdio: ["ignore", log, log] },
  );
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  const tail = () => readFileSync(join(directory, "log"), "utf8").split("\n").slice(-30).join("\n");
  const ready = await waitUntil(() => {
    check(child.exitCode === null, `the service ended with ${child.exitCode}:\n${tail()}`);
    return readReady(readyFile);
  }, START_LIMIT_MS, "the service is ready");
  return {
    http: ready.http,
    https: ready.https,
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      rmSync(directory, { recursive: true, force: true });
      check(code === 0, `the service stopped with status ${code}`);
    },
  };
}

/** A request as a program makes it, on the plain listener. */
export async function call(service, method, path, body, headers = {}) {
  const answer = await fetch(service.http + path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json().catch(() => undefined) };
}

export function bearer(key) {
  return { Authorization: `Bearer ${TENANT} ${key}` };
}

/** Whether a key opens the door. */
export async function isGood(service, key) {
  return (await call(service, "GET", "/v1/session", undefined, bearer(key))).status === 200;
}

/** A program asks for a delegated login. */
export async function askForLogin(service, clientToken) {
  const answer = await call(service, "POST", "/v1/login/delegated", { userEmail: EMAIL, integration: "observe-tool-abdaf0", clientToken });
  check(answer.status === 200, `delegated login: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Polls as programs do until the request is settled. */
export async function settled(service, serverToken) {
  for (;;) {
    const answer = await call(service, "GET", `/v1/login/delegated/${serverToken}`);
    check(answer.status === 200, `poll: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.body.settled) return answer.body;
  }
}

/** A browser whose pages may load from the service alone and may not report an error. */
export async function startBrowser() {
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox"] });
  return {
    async page(base, options = {}) {
      const context = await browser.newContext({
        baseURL: base, ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 }, ...options,
      });
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.faults = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(base)) page.faults.push(`request to another place: ${request.url()}`);
      });
      page.on("pageerror", (error) => page.faults.push(`script error: ${error.message}`));
      page.on("console", (message) => {
        // The browser itself reports answers such as 401, which are part of the flow.
        if (message.type() === "error" && !message.text().includes("the server responded with a status")) {
          page.faults.push(`console: ${message.text()}`);
        }
      });
      return page;
    },
    close: () => browser.close(),
  };
}

export async function closePage(page) {
  check(page.faults.length === 0, page.faults.join("\n"));
  await page.context().close();
}

export async function signIn(page, path = "/") {
  await page.goto(path);
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Account" }).waitFor();
}

/** No violation of the accessibility rules, in light and dark; and nothing sticks out at the sides. */
export async function checkAccessible(page, name) {
  const axe = require.resolve("axe-core/axe.min.js");
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run());
    const told = violations.map((each) => `${each.id}: ${each.nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
    check(violations.length === 0, `${name}, ${colorScheme}: ${told.join("\n")}`);
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `${name} is ${wide} pixels wide at ${width}`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** For people to look at: OPALITE_TEST_SCREENSHOTS names the folder. */
async function picture(page, name) {
  const folder = process.env.OPALITE_TEST_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Runs the scenarios in order; exit status 1 when one fails, with the reason. */
export async function run(...scenarios) {
  let failed = 0;
  for (const scenario of scenarios) {
    const began = Date.now();
    try {
      await scenario();
      console.log(`ok      ${scenario.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${scenario.name}: ${error.stack ?? error}`);
    }
  }
  console.log(`${scenarios.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
