// The console in a real browser: sign in, delegated logins, access tokens, by mouse and by keyboard.
import {
  EMAIL, PASSWORD, TENANT, askForLogin, bearer, call, check, checkAccessible, closePage, isGood, run, settled, signIn,
  skipUnlessPossible, startBrowser, startService, waitUntil,
} from "./harness.mjs";

const LIFETIME_S = 3;

skipUnlessPossible();
const browser = await startBrowser();
const service = await startService();
const hasty = await startService("--delegated-login-lifetime", String(LIFETIME_S));

async function signs_in_and_out() {
  const page = await browser.page(service.https);
  await page.goto("/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await checkAccessible(page, "sign-in");
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  check((await page.getByRole("alert").textContent()) === "Wrong email address or password.", "a wrong password is told");
  await signIn(page);
  const cookies = await page.context().cookies();
  check(cookies.length === 1, `one cookie, got ${cookies.length}`);
  const [cookie] = cookies;
  check(cookie.name === "__Host-opalite-session" && cookie.httpOnly && cookie.secure && cookie.sameSite === "Strict" && cookie.path === "/",
        `the cookie is protected: ${JSON.stringify(cookie)}`);
  check((await page.evaluate(() => document.cookie)) === "", "no script sees the cookie");
  await page.reload();
  await page.getByRole("heading", { name: "Account" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  check((await page.context().cookies()).length === 0, "the cookie is gone");
  const stolen = { Cookie: `opalite-session=${cookie.value}` };
  check((await call(service, "GET", "/v1/session", undefined, stolen)).status === 401, "the session is over for who kept its cookie");
  await closePage(page);
}

async function delegated_login_is_accepted() {
  const page = await browser.page(service.http);
  const asked = await askForLogin(service, "laptop of Ann, 12:00");
  const answer = settled(service, asked.serverToken);
  await page.goto(asked.url);
  await page.getByText("A program asks for an access key of yours.").waitFor();
  await signIn(page, asked.url);
  const card = page.locator(".card.asked");
  await card.getByText("laptop of Ann, 12:00").waitFor();
  await card.getByText("Observe command-line tool").waitFor();
  await card.getByText("127.0.0.1").waitFor();
  await checkAccessible(page, "login-request");
  await card.getByRole("button", { name: "Accept" }).click();
  await page.getByText("You can go back to it.").waitFor();
  const { accessKey } = await answer;
  check(await isGood(service, accessKey), "the key is good");
  const again = await settled(service, asked.serverToken);
  check(!("accessKey" in again) && again.message, "the key is shown once");
  await page.getByRole("rowheader", { name: "observe-tool-abdaf0" }).waitFor();
  await closePage(page);
}

async function delegated_login_is_denied() {
  const page = await browser.page(service.https);
  await signIn(page);
  const asked = await askForLogin(service, "somebody");
  const answer = settled(service, asked.serverToken);
  await page.goto(`/settings/account?serverToken=${asked.serverToken}`);
  await page.locator(".card.asked").getByRole("button", { name: "Deny" }).click();
  await page.getByText("gets no access.").waitFor();
  const { accessKey, message } = await answer;
  check(accessKey === undefined && message === "the user has denied the login", `denied: ${message}`);
  await closePage(page);
}

async function delegated_login_expires() {
  const page = await browser.page(hasty.http);
  await signIn(page);
  const asked = await askForLogin(hasty, "too late");
  await page.goto(asked.url);
  await page.locator(".card.asked").waitFor();
  const { accessKey, message } = await settled(hasty, asked.serverToken);
  check(accessKey === undefined && message === "nobody has answered the login request in time", `expired: ${message}`);
  await page.locator(".card.asked").waitFor({ state: "detached" });
  await page.getByText("The login request has expired.").waitFor();
  await page.goto(asked.url);
  await page.getByText("has been answered or has expired").waitFor();
  await closePage(page);
}

async function login_for_another_user_is_told() {
  const page = await browser.page(service.http);
  await signIn(page);
  await page.goto("/settings/account?expectedUid=999999999&serverToken=none");
  await page.getByText("This login request is for another user.").waitFor();
  await closePage(page);
}

async function token_is_created_and_revoked() {
  const page = await browser.page(service.https);
  await signIn(page);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("Name", { exact: true }).fill("nightly report");
  await page.getByLabel("Description").fill("runs at four");
  await checkAccessible(page, "create-token");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const shown = page.getByLabel("Access key");
  const key = await shown.inputValue();
  await checkAccessible(page, "new-token");
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  check((await page.evaluate(() => navigator.clipboard.readText())) === key, "the key is in the clipboard");
  await page.getByRole("button", { name: "Done" }).click();
  check(await isGood(service, key), "the new key is good");
  const row = page.getByRole("row").filter({ hasText: "nightly report" });
  await row.getByText("Active").waitFor();
  check(!(await page.content()).includes(key), "the key is nowhere any more");
  await waitUntil(async () => {
    const listed = await call(service, "GET", "/v1/authtokens", undefined, bearer(key));
    return listed.body.authtokens.find((token) => token.name === "nightly report").lastUsedAt;
  }, 10_000, "the last use is written down");
  await page.reload();
  await row.getByText("Created here").waitFor();
  await checkAccessible(page, "account");
  await page.getByRole("button", { name: "Revoke nightly report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  check(await isGood(service, key), "a cancelled revocation does nothing");
  await page.getByRole("button", { name: "Revoke nightly report" }).click();
  await checkAccessible(page, "revoke-token");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("“nightly report” is revoked.").waitFor();
  await waitUntil(async () => !(await isGood(service, key)), 1000, "the revoked key is refused");
  await row.waitFor({ state: "detached" });
  await closePage(page);
}

/** Tab until the element with this name has the focus. */
async function tabTo(page, name) {
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (focused === name) return;
  }
  check(false, `no way by keyboard to: ${name}`);
}

async function everything_works_by_keyboard() {
  const page = await browser.page(service.http);
  const asked = await askForLogin(service, "keys only");
  const answer = settled(service, asked.serverToken);
  await page.goto(asked.url);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.keyboard.type(EMAIL); // the first field has the focus
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator(".card.asked").waitFor();
  await tabTo(page, "Accept");
  await page.keyboard.press("Enter");
  check(await isGood(service, (await answer).accessKey), "the login was accepted by keyboard");

  await page.getByText("You can go back to it.").waitFor();
  await tabTo(page, "Create token");
  await page.keyboard.press("Enter");
  await page.keyboard.type("by keyboard"); // the dialog's first field has the focus
  await page.keyboard.press("Enter");
  const key = await page.getByLabel("Access key").inputValue();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tabTo(page, "Revoke by keyboard");
  await page.keyboard.press("Enter");
  await tabTo(page, "Revoke");
  await page.keyboard.press("Enter");
  await page.getByText("“by keyboard” is revoked.").waitFor();
  await waitUntil(async () => !(await isGood(service, key)), 1000, "the key revoked by keyboard is refused");
  await closePage(page);
}

/** A small document with everything that the page can show. */
async function interface_is_readable() {
  const page = await browser.page(service.https);
  const described = (await call(service, "GET", "/v1/openapi")).body.paths;
  await signIn(page);
  await page.getByRole("link", { name: "API" }).click();
  await page.getByRole("heading", { name: "API", exact: true }).waitFor();
  const operations = Object.values(described).reduce((count, path) => count + Object.keys(path).length, 0);
  const shown = await page.locator("summary").count();
  check(operations > 80 && shown === operations, `${shown} of ${operations} operations are shown`);
  await page.locator("summary").filter({ hasText: "Make a token; its secret is shown once" }).click();
  for (const text of ["Idempotency-Key", "lifetimeHours", "In the answer of the creation alone"]) {
    await page.getByText(text).locator("visible=true").first().waitFor();
  }
  await checkAccessible(page, "api");
  await page.goBack();
  await page.getByRole("heading", { name: "Account" }).waitFor();
  await page.goto("/settings/nowhere");
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await closePage(page);
}

async function pages_are_locked_down() {
  const page = await fetch(`${service.http}/`, { headers: { Accept: "text/html,*/*" } });
  const html = await page.text();
  check(page.status === 200 && html.includes("<title>Opalite</title>"), "browsers get the console at /");
  check(!/<script>|<style|style=|onclick/.test(html), "nothing is inline");
  const policy = page.headers.get("content-security-policy");
  for (const part of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"]) check(policy.includes(part), `${part} in ${policy}`);
  check(page.headers.get("x-content-type-options") === "nosniff", "types are not guessed");
  check(page.headers.get("referrer-policy") === "no-referrer", "addresses stay here: they carry tokens");
  check(page.headers.get("cache-control") === "no-cache", "the page is asked about each time");
  const known = await fetch(`${service.http}/`, { headers: { Accept: "text/html", "If-None-Match": page.headers.get("etag") } });
  check(known.status === 304, `a known page is 304, got ${known.status}`);
  const script = /src="([^"]+)"/.exec(html)[1];
  const asset = await fetch(service.http + script);
  check(asset.headers.get("cache-control").includes("immutable"), "assets are kept");
  const program = await call(service, "GET", "/", undefined, { Accept: "*/*" });
  check(program.status === 404 && program.body.ok === false, "programs get no page");
  check((await fetch(`${service.http}/assets/nothing.js`)).status === 404, "no such asset");
}

async function changes_need_our_own_pages() {
  const begun = await call(service, "POST", "/v1/session", { email: EMAIL, password: PASSWORD });
  check(begun.status === 200 && begun.body.customerId === TENANT, `session: ${begun.status}`);
  const cookie = begun.headers.get("set-cookie").split(";")[0];
  const create = (headers) => call(service, "POST", "/v1/authtokens", { name: "x" }, { Cookie: cookie, ...headers });
  check((await create({})).status === 403, "a cookie alone changes nothing");
  check((await create({ "Sec-Fetch-Site": "cross-site" })).status === 403, "nor from another site");
  check((await create({ Origin: "https://evil.example" })).status === 403, "nor from another origin");
  const made = await create({ "Sec-Fetch-Site": "same-origin" });
  check(made.status === 201, `our own page: ${made.status} ${JSON.stringify(made.body)}`);
  check((await call(service, "GET", "/v1/session", undefined, { Cookie: cookie })).status === 200, "reading needs no proof");
  const foreign = await call(service, "POST", "/v1/session", { email: EMAIL, password: PASSWORD }, { Origin: "https://evil.example" });
  check(foreign.status === 403, "another site signs nobody in");
  check((await call(service, "GET", "/v1/session", undefined, bearer(cookie.split(".")[1]))).status === 401, "a session is no access key");
}

try {
  const good = await run(
    signs_in_and_out, delegated_login_is_accepted, delegated_login_is_denied, delegated_login_expires, login_for_another_user_is_told,
    token_is_created_and_revoked, everything_works_by_keyboard, interface_is_readable, pages_are_locked_down, changes_need_our_own_pages,
  );
  process.exitCode = good ? 0 : 1;
} finally {
  await browser.close();
  await service.stop();
  await hasty.stop();
}
