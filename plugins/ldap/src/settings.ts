import type { PluginValues } from '@stoa/contract/plugin-fields'

export type Server = { url: string; host: string; port: number; hasTls: boolean }

export type Settings = {
  servers: Server[]
  startTls: boolean
  allowsPlain: boolean
  /** Empty for public authorities. */
  ca: string[]
  bindDn: string
  bindPassword: string
  baseDn: string
  userFilter: string
  attributes: { id: string; username: string; name: string; email: string; groups: string }
  trustsEmail: boolean
  groupFilter: string
  groupBaseDn: string
  groups: { required: string[]; moderator: string[]; admin: string[] }
}

export function readSettings(values: PluginValues): Settings {
  const text = (name: string) => String(values[name] ?? '').trim()
  const lines = (name: string) => splitLines(text(name))
  return {
    servers: lines('url').flatMap((line) => parseServer(line) ?? []),
    startTls: values['start_tls'] === true,
    allowsPlain: values['allow_plain'] === true,
    ca: splitCertificates(text('ca')),
    bindDn: text('bind_dn'),
    // A password may begin or end with a space.
    bindPassword: String(values['bind_password'] ?? ''),
    baseDn: text('base_dn'),
    userFilter: text('user_filter'),
    attributes: {
      id: text('id_attribute'),
      username: text('username_attribute'),
      name: text('name_attribute'),
      email: text('email_attribute'),
      groups: text('group_attribute'),
    },
    trustsEmail: values['trust_emails'] === true,
    groupFilter: text('group_filter'),
    groupBaseDn: text('group_base_dn') || text('base_dn'),
    groups: {
      required: lines('required_groups'),
      moderator: lines('moderator_groups'),
      admin: lines('admin_groups'),
    },
  }
}

/** Null for what is not the URL of a server. */
export function parseServer(line: string): Server | null {
  const url = URL.parse(line)
  if (url === null || !/^ldaps?:$/.test(url.protocol) || url.hostname === '') return null
  if (url.username !== '' || url.pathname.length > 1 || url.search !== '' || url.hash !== '')
    return null
  const hasTls = url.protocol === 'ldaps:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  return { url: line, host, port: Number(url.port || (hasTls ? 636 : 389)), hasTls }
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function splitCertificates(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
