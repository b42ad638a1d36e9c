/** Typical code blocks, as Markdown. */
export function codeSample(number: number): string {
  const create = samples[number % samples.length]
  return create === undefined ? '' : create(number)
}

const toFence = (language: string, lines: readonly string[]) =>
  ['```' + language, ...lines, '```'].join('\n')

const samples: readonly ((n: number) => string)[] = [
  (n) =>
    toFence('ts', [
      `export async function load${n}(ids: readonly string[]) {`,
      `  const rows = await db.query('select * from items where id = any($1)', [ids])`,
      `  return rows.filter((row) => row.count > ${n} && row.name !== "")`,
      '}',
    ]),
  (n) =>
    toFence('python', [
      `def read_lines(path, limit=${n}):`,
      '    with open(path) as file:',
      '        for line in file:',
      '            if len(line) < limit:',
      "                yield line.strip().split('\\t')",
    ]),
  (n) =>
    toFence('sql', [
      'select customer_id, count(*) as orders',
      'from orders join customers using (customer_id)',
      `where created_at > now() - interval '${n} days'`,
      'group by customer_id having count(*) > 10 order by orders desc;',
    ]),
  (n) =>
    toFence('bash', [
      'set -euo pipefail',
      `for file in /var/log/app-${n}/*.gz; do`,
      '  zcat "$file" | grep -c "error" >> counts.txt',
      'done',
    ]),
  (n) =>
    toFence('json', [
      '{',
      `  "port": ${8000 + n},`,
      '  "hosts": ["a.example", "b.example"],',
      '  "tls": true',
      '}',
    ]),
  (n) =>
    toFence('', [
      `Error: timeout after ${n} ms`,
      '    at Socket.<anonymous> (/app/lib/client.js:83:17)',
      '    at process.emit (node:events:518:28)',
    ]),
]
