export type Cell = {
  /** The table. */
  group: string
  state: string
  action: string
  caller: string
  isAllowed: boolean
}

const unique = (names: readonly string[]) => [...new Set(names)]
const isStep = (caller: string) => /^\d+$/.test(caller)

/** A row for each action, a column for each state. */
export function renderTables(cells: readonly Cell[]): string {
  const groups = Map.groupBy(cells, ({ group }) => group)
  return [...groups].map(([name, ofGroup]) => `## ${name}\n\n${renderTable(ofGroup)}`).join('\n')
}

function renderTable(cells: readonly Cell[]) {
  const states = unique(cells.map(({ state }) => state))
  const actions = unique(cells.map(({ action }) => action))
  const rows = actions.map((action) => [
    action,
    ...states.map((state) =>
      summarize(cells.filter((cell) => cell.action === action && cell.state === state)),
    ),
  ])
  const lines = [['', ...states], ['', ...states].map(() => '---'), ...rows]
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('')
}

function summarize(cells: readonly Cell[]): string {
  const allowed = cells.filter(({ isAllowed }) => isAllowed).map(({ caller }) => caller)
  if (allowed.length === 0) return '–'
  if (allowed.length === cells.length) return 'everyone'
  const hasStaff = allowed.includes('moderator') && allowed.includes('admin')
  const others = allowed.filter((caller) => !isStep(caller) && !isStaffName(caller))
  const staff = allowed.filter(isStaffName)
  return [...summarizeSteps(cells, allowed), ...(hasStaff ? ['staff'] : staff), ...others].join(
    ', ',
  )
}

const isStaffName = (caller: string) => caller === 'moderator' || caller === 'admin'

/** Reputation only ever adds, so the lowest step says it; anything else is listed. */
function summarizeSteps(cells: readonly Cell[], allowed: readonly string[]): string[] {
  const steps = cells.map(({ caller }) => caller).filter(isStep)
  const lowest = steps.findIndex((step) => allowed.includes(step))
  if (lowest === -1) return []
  const isFromLowest = steps.slice(lowest).every((step) => allowed.includes(step))
  if (!isFromLowest) return steps.filter((step) => allowed.includes(step))
  return [lowest === 0 ? 'members' : `${steps[lowest]}+`]
}
