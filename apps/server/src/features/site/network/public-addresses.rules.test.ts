import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicUrl } from './public-addresses.rules.ts'

describe('isPublicUrl', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
    'https://1.1.1.1/x',
    'https://[2606:4700:4700::1111]/x',
  ])('accepts %s', (url) => expect(isPublicUrl(url)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://localhost/x',
    'https://db.localhost/x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://metadata.google.internal./x',
    'https://db/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'file:///etc/passwd',
    'nonsense',
  ])('rejects %s', (url) => expect(isPublicUrl(url)).toBe(false))
})

it.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:80b::200a', true],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['100.100.0.1', false],
  ['255.255.255.255', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:a00:1', false],
  ['fe80::1%eth0', false],
  ['2002:7f00:1::', false],
  ['no address', false],
])('isPublicAddress %s: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
