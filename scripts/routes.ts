// `pnpm routes [--json]`: lists every API call and every screen.
import { endpoints } from '@stoa/contract/endpoints'
import { screens } from '../apps/web/app/routes.ts'

const calls = Object.entries(endpoints).flatMap(([feature, list]) =>
  Object.entries(list).map(([name, { method, path, access }]) => ({
    method,
    path,
    access,
    feature,
    name,
  })),
)
const pages = screens.map(({ path, guard, area }) => ({ path, guard, area }))

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ calls, screens: pages }, null, 2))
} else {
  printTable('API calls', calls)
  printTable('Screens', pages)
}

function printTable(title: string, rows: Record<string, string>[]) {
  const columns = Object.keys(rows[0] ?? {})
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(`${title} (${rows.length})\n\n  ${line(columns)}`)
  for (const row of rows) console.log(`  ${line(columns.map((column) => row[column] ?? ''))}`)
  console.log()
}
