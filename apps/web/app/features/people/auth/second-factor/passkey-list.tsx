import { KeyRound } from 'lucide-react'
import { RelativeTime } from '../../../../kernel/formats.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { stepPath } from './security-steps.ts'

type Passkey = { id: string; name: string; created_at: number; last_used_at: number }

export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const t = useTranslate()
  return (
    <ul aria-label={t('passkey.title')} className="mt-3 max-w-measure">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 border-t border-line py-2.5">
          <KeyRound className="icon text-lg text-ink-3" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">
              <bdi>{passkey.name}</bdi>
            </p>
            <p className="text-sm text-ink-3">
              <PasskeyDates {...passkey} />
            </p>
          </div>
          <ButtonLink href={stepPath('passkey-off', passkey.id)} size="sm" variant="ghost">
            {t('passkey.remove_short')}
            <span className="sr-only">{passkey.name}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

function PasskeyDates({ created_at: added, last_used_at: used }: Passkey) {
  const t = useTranslate()
  const when = (at: number) => ({ when: <RelativeTime key="when" at={at} /> })
  return (
    <>
      {t.rich<React.ReactNode>('passkey.added_when', when(added))}
      {' · '}
      {used === 0
        ? t('passkey.never_used')
        : t.rich<React.ReactNode>('passkey.used_when', when(used))}
    </>
  )
}
