/** Prints the problems and sets the exit code. */
export function report(check: string, problems: string[]) {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  console.log(`${check}: ${problems.length === 0 ? 'ok' : `${problems.length} problem(s)`}`)
}
