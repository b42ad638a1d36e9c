// What the tutorial uses of curl, which is not on every machine that runs tests.
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
})
const headers = new Headers(values.header.map((line) => line.split(': ')))
const request =
  values.data === undefined ? { headers } : { method: 'POST', headers, body: values.data }
process.stdout.write(await (await fetch(positionals[0], request)).text())
