import { type AdminBadge, setBadgeStatus } from '@stoa/contract/features/badges'
import { useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BadgeMedal } from '../../../ui/badge-medal.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { badgePath, editBadgePath } from './badge-path.ts'
import { toMedalLevel } from './badge-level.ts'

export function AdminBadgeTable({ badges }: { badges: AdminBadge[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const columns: Column<AdminBadge>[] = [
    {
      id: 'name',
      head: t('admin_badges.badge'),
      narrow: 'title',
      cell: (badge) => (
        <span className="flex items-start gap-3">
          <BadgeMedal
            level={toMedalLevel(badge.level)}
            size="sm"
            isLocked={badge.status === 'inactive'}
          />
          <span className="min-w-0">
            <Name badge={badge} />
            <span className="block text-sm text-ink-3">{badge.description}</span>
            <span className="hidden flex-wrap gap-x-3 pt-1 text-sm text-ink-3 @max-[46rem]/data-table:flex">
              <Status badge={badge} />
              <span>{badge.group_name}</span>
              <span>{t('badge.awarded', { count: badge.award_count })}</span>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'group',
      narrow: 'hidden',
      head: t('admin_badges.group'),
      cell: (badge) => badge.group_name,
    },
    {
      id: 'awards',
      narrow: 'hidden',
      head: t('admin_badges.awards'),
      align: 'end',
      cell: (badge) => number(badge.award_count),
    },
    {
      id: 'status',
      narrow: 'hidden',
      head: t('admin_badges.status'),
      cell: (badge) => <Status badge={badge} />,
    },
    {
      id: 'switch',
      head: t('admin_badges.action'),
      hideHead: true,
      align: 'end',
      cell: (badge) => (
        <span className="inline-flex gap-1">
          {badge.is_editable && (
            <ButtonLink
              href={editBadgePath(badge.id)}
              variant="ghost"
              aria-label={t('admin_badges.edit_badge', { name: badge.name })}
            >
              {t('admin_badges.edit')}
            </ButtonLink>
          )}
          <SwitchButton badge={badge} />
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={t('badge.title')}
      columns={columns}
      rows={badges}
      rowKey={(badge) => badge.id}
    />
  )
}

/** Inactive badges have no page. */
function Name({ badge }: { badge: AdminBadge }) {
  if (badge.status === 'inactive') return <b className="font-semibold">{badge.name}</b>
  return (
    <Link
      href={badgePath(badge.id)}
      className="inline-flex min-h-target min-w-target items-center font-semibold hover:text-accent-ink"
    >
      {badge.name}
    </Link>
  )
}

function Status({ badge }: { badge: AdminBadge }) {
  const t = useTranslate()
  const { number } = useFormats()
  if (badge.status === 'inactive')
    return <StatusLabel>{t('admin_badges.status.inactive')}</StatusLabel>
  if (badge.checked_percent === 100)
    return <StatusLabel tone="ok">{t('admin_badges.status.active')}</StatusLabel>
  return (
    <StatusLabel tone="warn">
      {t('admin_badges.checking', { percent: number(badge.checked_percent) })}
    </StatusLabel>
  )
}

type Status = AdminBadge['status']

function SwitchButton({ badge }: { badge: AdminBadge }) {
  const t = useTranslate()
  const { run, isSending } = useMutation<Status>({
    send: (call, status) => call(setBadgeStatus, { id: badge.id, status }),
    successToast: (status) => ({ text: t(`admin_badges.switched.${status}`), tone: 'ok' }),
    undo: (status) => void run(status === 'active' ? 'inactive' : 'active'),
    revalidates: true,
  })
  const next: Status = badge.status === 'active' ? 'inactive' : 'active'
  return (
    <Button
      variant="ghost"
      loading={isSending}
      aria-label={t(`admin_badges.switch.${next}`, { name: badge.name })}
      onClick={() => void run(next)}
    >
      {t(`admin_badges.set.${next}`)}
    </Button>
  )
}
