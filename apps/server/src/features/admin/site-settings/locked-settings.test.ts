import {
  changeGeneralSettings,
  changeSmtpSettings,
  settingsState,
} from '@stoa/contract/features/site-settings'
import { siteInfo } from '@stoa/contract/features/site'
import { smtpSettings } from '@stoa/contract/settings/writing'
import { describe, expect, it } from 'vitest'
import { aSite, rejectionOf } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

describe('settings that the environment sets', () => {
  it('count for the rules about other settings', async () => {
    const env = { STOA_SETTING_SMTP_FROM_EMAIL: 'stoa@mail.example' }
    const locked = await aSite({ env })
    try {
      const admin = locked.as((await aUser(locked.ctx, { role: 'admin' })).token)
      await admin.call(changeSmtpSettings, { smtp_host: 'mail.example' })
      expect(locked.ctx.settings.get(smtpSettings).smtp_host).toBe('mail.example')
    } finally {
      await locked.close()
    }
  })

  it('are in effect, shown as locked, and not changed by an admin', async () => {
    const locked = await aSite({
      env: {
        STOA_SETTING_GENERAL_NAME: 'Columns',
        STOA_SETTING_WRITE_MAX_IMAGE_SIZE: '7',
        STOA_SETTING_LOGIN_ALLOW_EMAIL_DOMAINS: 'example.org, example.edu',
        STOA_SMTP_URL: 'smtp://mail.example:2525',
        STOA_MAIL_FROM: 'Stoa <stoa@mail.example>',
      },
    })
    try {
      const admin = locked.as((await aUser(locked.ctx, { role: 'admin' })).token)
      const info = await locked.as().call(siteInfo, {})
      expect([info.general.name, info.site_write.max_image_size]).toEqual(['Columns', 7])
      const { fields } = await admin.call(settingsState, { settings_page: 'general' })
      expect(fields.find(({ name }) => name === 'name')).toMatchObject({
        value: 'Columns',
        locked_by: 'STOA_SETTING_GENERAL_NAME',
      })
      const envelope = await rejectionOf(admin.call(changeGeneralSettings, { name: 'Other' }))
      expect(envelope.data).toMatchObject([
        {
          error_field: 'name',
          error_msg: 'Set on the server by STOA_SETTING_GENERAL_NAME. Change it there.',
        },
      ])
      const smtp = await admin.call(settingsState, { settings_page: 'smtp' })
      expect(smtp.fields.find(({ name }) => name === 'smtp_host')).toMatchObject({
        value: 'mail.example',
        locked_by: 'STOA_SMTP_URL',
      })
      await admin.call(changeGeneralSettings, { description: 'Free' })
    } finally {
      await locked.close()
    }
  })
})
