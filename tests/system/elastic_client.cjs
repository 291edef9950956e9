// Indexes documents with a client library of Elasticsearch, unmodified: elastic_client.cjs ENDPOINT TOKEN COUNT LIBRARY. The library,
// elasticsearch7 or elasticsearch8, is also their index. OPALITE_ELASTIC_MODULES names the node_modules that has it. Run by
// collect_senders.py; ends with 1 when a document was not taken.
const {createRequire} = require("node:module");

const [node, token, count, library] = process.argv.slice(2);
const {Client} = createRequire(process.env.OPALITE_ELASTIC_MODULES + "/")(library);

async function main() {
    const [username, password] = token.split(":");
    const client = new Client({node, auth: {username, password}, maxRetries: 0, compression: true});
    await client.info();
    await client.ping();
    const datasource = Array.from({length: Number(count)}, (_, n) => ({n, text: 'ü\n"x"'}));
    const done = await client.helpers.bulk({datasource, flushBytes: 100_000, onDocument: () => ({index: {_index: library}})});
    if (done.successful !== datasource.length) throw new Error(JSON.stringify(done));
}

main().catch((failure) => {
    console.log(`${failure.name}: ${failure.message}`);
    process.exit(1);
});
