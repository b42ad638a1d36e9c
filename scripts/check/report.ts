/** Prints the problems and sets the exit code. */
export function report(check: string, problems: string[]) {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  console.log(`${check}: ${problems.length === 0 ? 'ok' : `${problems.length} problem(s)`}`)
}

const notePrefix = 'note: '

/** Prints what `pnpm check` shows even if the check passes. */
export function note(text: string) {
  console.log(notePrefix + text)
}

export function listNotes(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith(notePrefix))
}
