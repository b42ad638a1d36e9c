import { describe, expect, it } from 'vitest'
import { type ConfigError, readConfig } from './read-config.ts'

const read = (env: Record<string, string>) => readConfig(env).setting_overrides

describe('readSettingOverrides', () => {
  it.each([
    ['STOA_SETTING_GENERAL_NAME', 'Columns', 'general', 'name', 'Columns'],
    ['STOA_SETTING_LOGIN_LOGIN_REQUIRED', 'true', 'login', 'login_required', true],
    ['STOA_SETTING_LOGIN_ALLOW_EMAIL_DOMAINS', '', 'login', 'allow_email_domains', []],
    ['STOA_SETTING_MODERATION_HOLD_WORDS', 'visa,', 'moderation', 'hold_words', ['visa']],
    ['STOA_SETTING_SEO_PERMALINK', '3', 'seo', 'permalink', 3],
    ['STOA_SETTING_SMTP_ENCRYPTION', '', 'smtp', 'encryption', ''],
    [
      'STOA_SETTING_MODERATION_HOLD_WORDS',
      'visa, casino',
      'moderation',
      'hold_words',
      ['visa', 'casino'],
    ],
    ['STOA_SETTING_PRIVILEGES_CUSTOM', '{"tag.add":5}', 'privileges', 'custom', { 'tag.add': 5 }],
  ])('reads %s', (...[variable, text, group, field, value]) => {
    expect(read({ [variable]: text })[group]?.[field]).toEqual({ value, variable })
  })

  it('reports all problems together with those of the configuration', () => {
    const env = {
      STOA_PORT: 'x',
      STOA_SETTING_GENERAL_NAME: 'x'.repeat(31),
      STOA_SETTING_VOTING_SERIAL_VOTES: 'many',
      STOA_SETTING_GENERAL_ABSENT: '1',
      STOA_SETTING_INTERFACE_TIME_ZONE: 'Europe/Berln',
      STOA_SETTING_INTERFACE_LANGUAGE: 'xx_XX',
      STOA_SETTING_LEGAL_TERMS_OF_SERVICE_ORIGINAL_TEXT: 'Be kind.',
    }
    let problems: string[] = []
    try {
      readConfig(env)
    } catch (error) {
      problems = (error as ConfigError).problems
    }
    for (const variable of Object.keys(env))
      expect(problems.filter((problem) => problem.includes(variable))).toHaveLength(1)
  })
})
