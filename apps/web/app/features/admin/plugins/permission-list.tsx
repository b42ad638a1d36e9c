import type { PluginPermission } from '@stoa/contract/features/plugins'
import { Check, type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { isSerious, limitationsOf, permissionKey, usePermissionWords } from './permission-words.tsx'

type Permissions = { permissions: readonly PluginPermission[] }

/** Each with a sentence. */
export function PermissionList({ permissions }: Permissions) {
  const t = useTranslate()
  const toWords = usePermissionWords()
  if (permissions.length === 0)
    return <p className="py-2 text-md text-ink-3">{t('plugins.no_permissions')}</p>
  return (
    <ul>
      {permissions.map((permission) => {
        const { Icon, may, about } = toWords(permission)
        return (
          <PermissionRow
            key={permissionKey(permission)}
            Icon={Icon}
            color={isSerious(permission) ? 'text-warn' : 'text-ink-3'}
            about={about}
          >
            {may}
          </PermissionRow>
        )
      })}
    </ul>
  )
}

/** What it cannot do, so that admins need not guess. */
export function LimitationList({ permissions }: Permissions) {
  const t = useTranslate()
  return (
    <ul>
      {limitationsOf(permissions).map((name) => (
        <PermissionRow key={name} Icon={Check} color="text-ok">
          {t(`plugin_limitation.${name}`)}
        </PermissionRow>
      ))}
    </ul>
  )
}

type PermissionRowProps = { Icon: LucideIcon; color: string; about?: string; children: ReactNode }

function PermissionRow({ Icon, color, about, children }: PermissionRowProps) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 border-b border-line py-2 text-md leading-[1.45] last:border-0">
      <span className={classNames('mt-0.5 text-base', color)}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <span className="min-w-0 break-words">
        {children}
        {about !== undefined && <span className="block text-sm text-ink-3">{about}</span>}
      </span>
    </li>
  )
}

const maxShown = 3

/** Serious ones are always among them. */
function pickShown(permissions: readonly PluginPermission[]) {
  const byWeight = permissions.toSorted((a, b) => Number(isSerious(b)) - Number(isSerious(a)))
  const chosen = new Set(byWeight.slice(0, maxShown))
  return permissions.filter((permission) => chosen.has(permission))
}

/** A few of them, in a line of the list. */
export function PermissionLine({ permissions }: Permissions) {
  const t = useTranslate()
  const toWords = usePermissionWords()
  const shown = pickShown(permissions).map((permission) => toWords(permission))
  const hidden = permissions.length - shown.length
  const isOffline = permissions.every(({ name }) => name !== 'network')
  const parts: { Icon: LucideIcon; text: string }[] = [
    ...shown.map(({ Icon, does }) => ({ Icon, text: does })),
    ...(isOffline ? [{ Icon: WifiOff, text: t('plugins.no_network') }] : []),
  ]
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 text-sm text-ink-3">
      {parts.map(({ Icon, text }) => (
        <li key={text} className="inline-flex min-h-6 min-w-0 items-center gap-1.25">
          <Icon className="icon text-[0.875rem]" aria-hidden="true" />
          {text}
        </li>
      ))}
      {hidden > 0 && (
        <li className="inline-flex min-h-6 items-center">
          {t('plugins.more_permissions', { count: hidden })}
        </li>
      )}
    </ul>
  )
}
