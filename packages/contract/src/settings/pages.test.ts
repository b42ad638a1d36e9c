import { describe, expect, it } from 'vitest'
import { isSameSetting, optionsOf, rangeOf, settingKey, settingVariable } from './fields.ts'
import { settingsGroups } from './groups.ts'
import { fieldsOf, fieldsWithoutPage, findSettingField, settingsPages } from './pages.ts'

const onPages = settingsPages.flatMap(fieldsOf).map(settingKey)

describe('settingsPages', () => {
  it('have every field of the registry once, except those with a reason', () => {
    const registry = settingsGroups.flatMap((group) =>
      Object.keys(group.schema.shape).map((name) => settingKey({ group: group.name, name })),
    )
    expect([...onPages, ...Object.keys(fieldsWithoutPage)].toSorted()).toEqual(registry.toSorted())
  })

  it('have unique variables, and options or a range where the control needs them', () => {
    const fields = settingsPages.flatMap(fieldsOf)
    expect(new Set(fields.map(settingVariable)).size).toBe(fields.length)
    for (const field of fields) {
      if (field.control === 'select' && field.name !== 'theme')
        expect(optionsOf(field).length).toBeGreaterThan(1)
      if (field.control === 'number') expect(rangeOf(field).max).toBeLessThan(2 ** 31)
    }
  })

  it('derive the control from the type', () => {
    const controls = {
      'general.name': 'text',
      'general.description': 'text_area',
      'login.login_required': 'switch',
      'seo.permalink': 'select',
      'smtp.encryption': 'select',
      'smtp.smtp_port': 'number',
      'moderation.hold_words': 'list',
      'smtp.smtp_password': 'secret',
    }
    for (const [key, control] of Object.entries(controls)) {
      const [group = '', name = ''] = key.split('.')
      expect([key, findSettingField(group, name)?.control]).toEqual([key, control])
    }
  })

  it('have defaults that the schema accepts', () => {
    for (const field of settingsPages.flatMap(fieldsOf))
      expect([settingKey(field), field.schema.safeParse(field.default).success]).toEqual([
        settingKey(field),
        true,
      ])
  })
})

describe('isSameSetting', () => {
  it('compares by value, without the order of keys', () => {
    expect(isSameSetting({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(isSameSetting(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(isSameSetting('', undefined)).toBe(false)
  })
})
