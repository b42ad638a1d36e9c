import { Ban, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { BulkBar } from '../bulk-bar.tsx'
import { BarChart } from '../chart/bar-chart.tsx'
import { Figures } from '../chart/figures.tsx'
import { LineChart } from '../chart/line-chart.tsx'
import { HeatTable } from '../chart/heat-table.tsx'
import { ShareBars } from '../chart/share-bars.tsx'
import { Sparkline } from '../chart/sparkline.tsx'
import { CodeBlock } from '../code-block.tsx'
import { DiffView } from '../diff-view.tsx'
import { IconButton } from '../icon-button.tsx'
import { Matrix } from '../matrix.tsx'
import { StatusLabel } from '../status-label.tsx'
import { Table, type Column } from '../table.tsx'
import { Sample } from './sample.tsx'

type Account = {
  id: string
  name: string
  email: string
  status: 'ok' | 'warn' | 'bad'
  posts: string
}

const ACCOUNTS: Account[] = [
  { id: '1', name: 'Shreya Menon', email: 'shreya@menon.example', status: 'ok', posts: '531' },
  { id: '2', name: 'bestdeals_4412', email: 'bd4412@email.example', status: 'warn', posts: '3' },
  { id: '3', name: 'Dmitri Volkov', email: 'dvolkov@example.net', status: 'bad', posts: '12' },
]

const STATUS = { ok: 'Active', warn: 'Pending review', bad: 'Suspended until 1 Dec' }

const COLUMNS: Column<Account>[] = [
  {
    id: 'user',
    head: 'User',
    narrow: 'title',
    sortHref: '?sort=name',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={row.name} size="md" />
        <span className="min-w-0 leading-[1.35]">
          <b className="block truncate">{row.name}</b>
          <span className="block truncate text-sm text-ink-3">{row.email}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    cell: (row) => <StatusLabel tone={row.status}>{STATUS[row.status]}</StatusLabel>,
  },
  {
    id: 'posts',
    head: 'Posts',
    align: 'end',
    narrow: 'hidden',
    sortHref: '?sort=posts',
    sorted: 'descending',
    cell: (row) => row.posts,
  },
  {
    id: 'more',
    head: 'Actions',
    hideHead: true,
    narrow: 'corner',
    cell: (row) => (
      <IconButton
        label={`Actions for ${row.name}`}
        icon={<Ellipsis className="icon" aria-hidden="true" />}
      />
    ),
  },
]

function Accounts() {
  const [keys, setKeys] = useState<Set<string>>(new Set(['2']))
  return (
    <Sample title="Table and bulk bar">
      <div>
        <Table
          caption="Accounts"
          columns={COLUMNS}
          rows={ACCOUNTS}
          rowKey={(row) => row.id}
          selection={{
            keys,
            onChange: setKeys,
            rowLabel: (row) => `Select ${row.name}`,
            allLabel: 'Select all',
          }}
        />
        {keys.size > 0 && (
          <BulkBar
            label="Actions for selected accounts"
            text={`${keys.size} selected`}
            clearLabel="Clear selection"
            onClear={() => setKeys(new Set())}
            actions={[
              {
                id: 'suspend',
                label: 'Suspend',
                icon: <Ban className="icon" />,
                onSelect: () => undefined,
              },
              {
                id: 'delete',
                label: 'Delete with posts',
                icon: <Trash2 className="icon" />,
                danger: true,
                onSelect: () => undefined,
              },
            ]}
          />
        )}
      </div>
    </Sample>
  )
}

function Choices() {
  return (
    <Sample title="Matrix">
      <Matrix
        caption="Emails"
        columns={['What happens', 'Inbox', 'Email']}
        groups={[
          {
            title: 'My posts',
            rows: [
              {
                id: 'answers',
                title: 'New answers',
                hint: 'To a question you asked',
                cells: ['Always', 'Daily'],
              },
            ],
          },
        ]}
      />
    </Sample>
  )
}

const DAYS = Array.from({ length: 14 }, (_, i) => `${i + 1} Oct`)
const QUESTIONS = [42, 38, 47, 45, 48, 30, 29, 46, 47, 41, 46, 44, 27, 23]
const ANSWERS = [92, 78, 103, 113, 110, 61, 68, 108, 100, 99, 101, 90, 54, 56]

const CHART = {
  categories: DAYS,
  categoryLabel: 'Day',
  formatNumber: (value: number) => value.toLocaleString('en'),
}

function Charts() {
  return (
    <Sample title="Charts">
      <Figures
        figures={[
          {
            label: 'Questions',
            value: '1,018',
            change: { text: '+8 %', tone: 'good' },
            chart: <Sparkline values={QUESTIONS} />,
          },
          {
            label: 'Answers',
            value: '2,304',
            change: { text: '+12 %', tone: 'good' },
            chart: <Sparkline values={ANSWERS} />,
          },
          { label: 'Active members', value: '2,118', change: { text: '−2 %', tone: 'bad' } },
        ]}
      />
      <BarChart
        {...CHART}
        label="Posts per day"
        series={[
          { name: 'Questions', values: QUESTIONS },
          { name: 'Answers', values: ANSWERS },
        ]}
      />
      <LineChart {...CHART} label="Reputation" series={[{ name: 'Reputation', values: ANSWERS }]} />
      <ShareBars
        label="Unanswered by tag"
        items={[
          { id: 'k', name: 'kubernetes', share: 0.31, text: '31 %' },
          { id: 'r', name: 'rust', share: 0.22, text: '22 %' },
        ]}
      />
      <HeatTable
        caption="Who posts again"
        head="First post in"
        noteHead="People"
        columns={[
          { short: '+1', label: '1 month later' },
          { short: '+2', label: '2 months later' },
        ]}
        rows={[
          {
            id: '1',
            name: 'August',
            note: '40',
            cells: [
              { share: 0.4, text: '40 %' },
              { share: 0.1, text: '10 %' },
            ],
          },
          { id: '2', name: 'September', note: '3', cells: [{ share: null, text: '–' }] },
        ]}
      />
    </Sample>
  )
}

const BEFORE = 'I have a table of tickets.\nOnly a few are open.\n\nIt is slow.\nPlease help.\n'
const AFTER =
  'I have a table of 31 million tickets.\nOnly a few are open at a time.\n\nIt is slow.\n'

const CODE = "SELECT id, title\n  FROM tickets\n WHERE status = 'open'\n ORDER BY created_at DESC;"

export function DataSamples() {
  const labels = {
    before: BEFORE,
    after: AFTER,
    caption: 'Changes to the question',
    addedLabel: 'added',
    removedLabel: 'removed',
    gapText: (lines: number) => `${lines} unchanged lines`,
  }
  return (
    <>
      <Accounts />
      <Choices />
      <Charts />
      <Sample title="Code block and diff">
        <div className="max-w-measure px-3.5">
          <CodeBlock title="open.sql" text={CODE} copyLabel="Copy code" copiedLabel="Copied" />
        </div>
        <DiffView {...labels} mode="inline" />
        <DiffView {...labels} caption="Changes to the question, side by side" mode="split" />
      </Sample>
    </>
  )
}
