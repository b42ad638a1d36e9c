import { settingsGroups } from '@stoa/contract/settings/groups'
import { describe, expect, it } from 'vitest'
import {
  type ChangedGroups,
  findSettingProblems,
  type SettingFacts,
} from './site-settings.rules.ts'

const facts: SettingFacts = { mainTags: new Set(['bread', 'salt']), hasAdminWithPasskey: true }

type Values = Record<string, unknown>

/** Changes fields of one group whose other fields have their defaults. */
function check(group: string, values: Values, options: Partial<SettingFacts> & Old = {}) {
  const { old = {}, ...others } = options
  const schema = settingsGroups.find(({ name }) => name === group)!.schema
  const groups = { [group]: schema.parse({ ...old, ...values }) } as ChangedGroups
  const changed = new Set(Object.keys(values).map((name) => `${group}.${name}`))
  return findSettingProblems(groups, changed, { ...facts, ...others }).map(
    ({ key, code }) => `${key} ${code.slice('setting.'.length)}`,
  )
}
type Old = { old?: Values }

describe('findSettingProblems', () => {
  it.each([
    ['general', { site_url: 'https://example.org' }, []],
    ['general', { site_url: '' }, ['general.site_url not_an_origin']],
    ['general', { site_url: 'https://example.org/' }, ['general.site_url not_an_origin']],
    ['general', { site_url: 'https://example.org/path' }, ['general.site_url not_an_origin']],
    ['general', { site_url: 'ftp://example.org' }, ['general.site_url not_an_origin']],
    ['general', { contact_email: 'a@example.org' }, []],
    ['general', { contact_email: 'example.org' }, ['general.contact_email not_an_email']],
    ['interface', { language: 'zh_CN', time_zone: 'Asia/Tokyo' }, []],
    ['interface', { language: 'xx' }, ['interface.language unknown_option']],
    ['interface', { time_zone: 'Mars' }, ['interface.time_zone unknown_option']],
    ['theme', { theme: 'other' }, ['theme.theme unknown_option']],
    ['branding', { logo: '/uploads/branding/00.png' }, []],
    ['branding', { logo: '/uploads/post/00.png' }, ['branding.logo not_an_image']],
    ['branding', { favicon: 'javascript:alert(1)' }, ['branding.favicon not_an_image']],
    ['login', { allow_email_domains: ['example.org', '@bäcker.example'] }, []],
    ['login', { allow_email_domains: ['example'] }, ['login.allow_email_domains not_a_domain']],
    ['users', { gravatar_base_url: 'https://avatars.example' }, []],
    ['users', { gravatar_base_url: 'avatars' }, ['users.gravatar_base_url not_a_url']],
    ['privileges', { custom: { 'tag.add': 1 } }, []],
    ['privileges', { custom: { 'tag.eat': 1 } }, ['privileges.custom unknown_option']],
    ['smtp', { from_name: 'Stoa' }, []],
    ['smtp', { from_name: 'Stoa at home' }, []],
    ['smtp', { from_name: 'me@example.org' }, ['smtp.from_name looks_like_email']],
    ['smtp', { smtp_host: 'mail.example' }, ['smtp.from_email required_for_server']],
    [
      'smtp',
      { smtp_authentication: true },
      ['smtp.smtp_username required_for_login', 'smtp.smtp_password required_for_login'],
    ],
    ['mail_delivery', { bounce_address: 'x' }, ['mail_delivery.bounce_address not_an_email']],
    ['write', { recommend_tags: ['bread'], reserved_tags: ['salt'], required_tag: true }, []],
    ['write', { required_tag: true }, ['write.required_tag no_recommended_tags']],
    ['write', { recommend_tags: ['pizza'] }, ['write.recommend_tags unknown_tag']],
    [
      'write',
      { recommend_tags: ['bread'], reserved_tags: ['bread'] },
      ['write.reserved_tags tag_in_both_lists'],
    ],
    ['write', { authorized_image_extensions: ['.PNG'] }, []],
    [
      'write',
      { authorized_image_extensions: ['svg'] },
      ['write.authorized_image_extensions not_an_extension'],
    ],
  ])('%s %j: %j', (group, values, problems) => {
    expect(check(group, values)).toEqual(problems)
  })

  it('rejects what would let nobody log in', () => {
    const values = { allow_password_login: false }
    expect(check('login', values)).toEqual([])
    expect(check('login', values, { hasAdminWithPasskey: false })).toEqual([
      'login.allow_password_login lock_out',
    ])
  })

  it('does not let old values block other changes', () => {
    const old = { recommend_tags: ['deleted-tag'] }
    expect(check('write', { max_image_size: 5 }, { old })).toEqual([])
    expect(check('write', { recommend_tags: ['deleted-tag', 'bread'] }, { old })).toEqual([
      'write.recommend_tags unknown_tag',
    ])
  })

  it('finds a conflict whichever of two fields changes', () => {
    const old = { required_tag: true, recommend_tags: ['bread'] }
    expect(check('write', { recommend_tags: [] }, { old })).toEqual([
      'write.required_tag no_recommended_tags',
    ])
  })
})
