import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether an IP address is in one of the networks: addresses, or prefixes such as `192.0.2.0/24`. */
export function createNetworkMatcher(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, length === undefined ? fullLength[family] : Number(length), family)
  }
  return (ip) => {
    const address = ip
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, '')
      .replace(/%.*$/, '')
    if (isIPv4(address)) return list.check(address, 'ipv4')
    return isIPv6(address) && list.check(address, 'ipv6')
  }
}

const fullLength = { ipv4: 32, ipv6: 128 } as const
