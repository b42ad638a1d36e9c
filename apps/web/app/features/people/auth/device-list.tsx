import type { Session } from '@stoa/contract/features/sessions'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { Form } from 'react-router'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

const mobileSystems = new Set(['iPhone', 'iPad', 'Android', 'HarmonyOS'])

/** The user's sessions. Plain forms, so that logging out a stolen device works without JavaScript. */
export function DeviceList({ sessions }: { sessions: Session[] }) {
  const t = useTranslate()
  return (
    <>
      <p className="max-w-measure py-1 text-md leading-body text-ink-2">
        {t('account_settings.devices_text')}
      </p>
      <ul>
        {sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="others" />
          <Button type="submit">{t('account_settings.log_out_others')}</Button>
        </Form>
      )}
    </>
  )
}

function Device({ session }: { session: Session }) {
  const t = useTranslate()
  const name = useDeviceName(session)
  const Icon = mobileSystems.has(session.system) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon className="icon flex-none text-xl text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="text-md font-semibold">
          <bdi>{name}</bdi>
          {session.is_current && (
            <span className="ms-2 text-sm font-normal text-ok">
              {t('account_settings.this_device')}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
          <bdi>{session.address}</bdi>
          <span>
            {t.rich<React.ReactNode>('account_settings.logged_in', {
              time: <RelativeTime key="time" at={session.created_at} />,
            })}
          </span>
          <span>
            {t.rich<React.ReactNode>('account_settings.last_seen', {
              time: <RelativeTime key="time" at={session.last_seen_at} />,
            })}
          </span>
        </p>
      </div>
      {!session.is_current && (
        <Form method="post">
          <input type="hidden" name="intent" value="device" />
          <input type="hidden" name="id" value={session.id} />
          <IconButton
            type="submit"
            label={t('account_settings.log_out_device', { device: name })}
            icon={<LogOut className="icon rtl:-scale-x-100" aria-hidden="true" />}
          />
        </Form>
      )}
    </li>
  )
}

function useDeviceName({ browser, system }: Session) {
  const t = useTranslate()
  if (browser !== '' && system !== '') return t('account_settings.device', { browser, system })
  return browser || system || t('account_settings.device_unknown')
}
