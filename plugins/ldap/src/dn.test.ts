import { describe, expect, it } from 'vitest'
import { normalizeDn } from './dn.ts'

describe('normalizeDn', () => {
  it.each([
    ['CN=Admins, OU=Groups,DC=Example,DC=org', 'cn=admins,ou=groups,dc=example,dc=org'],
    ['cn=Smith\\, John,dc=example', 'cn=Smith\\2C John,dc=example'],
    ['cn=Zo\\c3\\ab,dc=example', 'cn=Zoë,dc=example'],
    ['cn=a\\+b,dc=example', 'cn=a\\2Bb,dc=example'],
    ['cn=one+sn=two,dc=example', 'sn=two + cn=one,dc=example'],
    ['cn=two  words,dc=example', 'cn=two words,dc=example'],
    ['cn=c:\\\\x,dc=example', 'cn=c:\\5cx,dc=example'],
  ])('gives %s and %s the same form', (one, other) => {
    expect(normalizeDn(one)).not.toBeNull()
    expect(normalizeDn(one)).toBe(normalizeDn(other))
  })

  it.each([
    ['cn=admins,dc=example', 'cn=admins\\,dc\\=example'],
    ['cn=admins,dc=example', 'cn=admins,ou=people,dc=example'],
    ['cn=a+sn=b,dc=example', 'cn=a\\+sn\\=b,dc=example'],
    ['cn=\\5c2c,dc=example', 'cn=\\2c,dc=example'],
    ['cn=a\\ ,dc=example', 'cn=a,dc=example'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(normalizeDn(one)).not.toBeNull()
    expect(normalizeDn(one)).not.toBe(normalizeDn(other))
  })

  it.each(['', 'admins', 'cn=', '=x', 'cn=a,,dc=b', 'cn=a,'])('rejects %j', (text) => {
    expect(normalizeDn(text)).toBeNull()
  })
})
