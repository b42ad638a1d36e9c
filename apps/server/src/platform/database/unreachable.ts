/** Lost or refused connections, and servers that start, stop or have no free connection. */
const unreachableCodes = /^(08...|57P0[1-3]|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT)$/

export function isUnreachable(error: unknown) {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && unreachableCodes.test(String(current.code))) return true
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(current.message))
      return true
  }
  return false
}
