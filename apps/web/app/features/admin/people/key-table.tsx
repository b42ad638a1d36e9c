import type { ApiKey } from '@stoa/contract/features/api-keys'
import type { ReactNode } from 'react'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { KeyMenu } from './key-menu.tsx'
import { accountPath } from './people-query.ts'

const tones = { active: 'ok', expired: 'plain', revoked: 'bad' } as const

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const t = useTranslate()
  return (
    <Table
      caption={t('api_keys.title')}
      rows={keys}
      rowKey={({ id }) => id}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<ApiKey>[] {
  const t = useTranslate()
  const { date } = useFormats()
  return [
    {
      id: 'description',
      head: t('api_keys.description'),
      narrow: 'title',
      cell: ({ description, access_key: key }) => (
        <span className="min-w-0">
          <bdi className="font-semibold break-words">{description}</bdi>
          <span dir="ltr" className="block w-fit font-mono text-xs break-all text-ink-3">
            {key}
          </span>
        </span>
      ),
    },
    {
      id: 'scope',
      head: t('api_keys.scope'),
      cell: ({ scope }) => (
        <Labeled label={t('api_keys.scope')}>{t(`api_keys.scope.${scope}`)}</Labeled>
      ),
    },
    {
      id: 'state',
      head: t('api_keys.state_label'),
      cell: ({ state }) => (
        <StatusLabel tone={tones[state]}>{t(`api_keys.state.${state}`)}</StatusLabel>
      ),
    },
    {
      id: 'owner',
      head: t('api_keys.owner'),
      cell: ({ owner }) => (
        <Labeled label={t('api_keys.owner')}>
          <TextLink tone="quiet" href={accountPath(owner.id)} className="hit">
            <bdi>{owner.display_name}</bdi>
          </TextLink>
        </Labeled>
      ),
    },
    {
      id: 'created',
      head: t('api_keys.created'),
      cell: ({ created_at: at }) => (
        <Labeled label={t('api_keys.created')}>
          <RelativeTime at={at} />
        </Labeled>
      ),
    },
    {
      id: 'expires',
      head: t('api_keys.expires'),
      cell: ({ expires_at: at }) => (
        <Labeled label={t('api_keys.expires')}>
          {at === null ? t('api_keys.never_expires') : date(at)}
        </Labeled>
      ),
    },
    {
      id: 'used',
      head: t('api_keys.last_used'),
      cell: (key) => (
        <Labeled label={t('api_keys.last_used')}>
          <LastUse apiKey={key} />
        </Labeled>
      ),
    },
    {
      id: 'actions',
      head: t('people.actions'),
      hideHead: true,
      align: 'end',
      narrow: 'corner',
      cell: (key) => <KeyMenu apiKey={key} />,
    },
  ]
}

/** Narrow tables have no headings. */
function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex gap-2 whitespace-nowrap">
      <span className="text-ink-3 @min-[46rem]/data-table:hidden">{label}</span>
      <span>{children}</span>
    </span>
  )
}

function LastUse({ apiKey: { last_used_at: at, last_network: network } }: { apiKey: ApiKey }) {
  const t = useTranslate()
  if (at === null) return <span className="text-ink-3">{t('api_keys.never')}</span>
  return (
    <>
      <RelativeTime at={at} />
      <bdi dir="ltr" className="block w-fit text-sm text-ink-3">
        {network}
      </bdi>
    </>
  )
}
