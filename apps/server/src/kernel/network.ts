import { isIPv6 } from 'node:net'

/** An IPv4 address, or the /64 prefix of an IPv6 address, which one customer usually has in full. */
export function networkOf(ip: string): string {
  const [plain = ''] = ip.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  const zeros = Array.from({ length: missing }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
