import { isIP } from 'node:net'
import { createNetworkMatcher } from './networks.rules.ts'

/** Networks that are not of the internet: private, loopback, link-local, multicast, reserved. */
const isPrivateIpv4 = createNetworkMatcher([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** Apart, because `::/3` would include every IPv4 address. */
const isPrivateIpv6 = createNetworkMatcher([
  '::/3',
  '4000::/2',
  '8000::/1',
  // In 2000::/3, but not of the internet: documentation, benchmarks, and IPv4 in IPv6 (Teredo, 6to4).
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family === 4 ? !isPrivateIpv4(address) : family === 6 && !isPrivateIpv6(address)
}

/** Whether a request may be sent to the URL, as far as it says. Its name is resolved, and checked again, with every request. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.port !== '') return false
  if (url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa|lan)$/.test(host)
}
