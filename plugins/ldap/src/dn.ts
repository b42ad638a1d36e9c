/** A DN in a form in which equal DNs are equal texts: spelling of servers and admins differs. Null if it is not one. */
export function normalizeDn(dn: string): string | null {
  const parts = splitUnescaped(dn, ',').map((rdn) => {
    const values = splitUnescaped(rdn, '+').map((pair) => normalizeValue(pair) ?? '')
    return values.includes('') ? null : values.sort().join('+')
  })
  return parts.includes(null) ? null : parts.join(',')
}

function normalizeValue(pair: string): string | null {
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim().toLowerCase()
  const value = unescape(trimUnescaped(pair.slice(at + 1)))
  if (at < 1 || !/^[a-z0-9.-]+$/.test(name) || value === '') return null
  return `${name}=${escape(value.replaceAll(/ +/g, ' ').toLowerCase())}`
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === separator) parts.push('')
    else parts[parts.length - 1] += sign === '\\' ? sign + (text[++at] ?? '') : sign
  }
  return parts
}

function trimUnescaped(text: string): string {
  const trimmed = text.trim()
  return trimmed.endsWith('\\') && text.trimEnd() !== text ? `${trimmed} ` : trimmed
}

/** Escaped bytes are UTF-8. */
function unescape(value: string): string {
  const withBytes = value.replaceAll(/(?:\\[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8').replaceAll('\\', '\\\\'),
  )
  return withBytes.replaceAll(/\\(.)/gs, '$1')
}

function escape(value: string): string {
  return value.replaceAll(/[\\,+=]/g, (sign) => `\\${sign}`)
}
