import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import type { AccountAct } from './account-acts.ts'
import type { ChangeResult } from './use-account-acts.ts'

type ActResultsProps = { act: AccountAct; results: readonly ChangeResult[]; onClose: () => void }

/** The link that was created, or what happened to each user of a selection. */
export function ActResults({ act, results, onClose }: ActResultsProps) {
  const t = useTranslate()
  const link = results[0]?.link
  const done = results.filter(({ error }) => error === undefined).length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(link === undefined ? `people.act.${act}` : 'people.link_title')}
      description={
        link === undefined
          ? t('people.results', { done, count: results.length })
          : t('people.link_text')
      }
      closeLabel={t('people.close')}
      footer={<Button onClick={onClose}>{t('people.close')}</Button>}
    >
      {link === undefined ? (
        <ResultList results={results} />
      ) : (
        <CopyBox text={link} label={t('people.copy_link')} />
      )}
    </Dialog>
  )
}

function ResultList({ results }: Pick<ActResultsProps, 'results'>) {
  const t = useTranslate()
  return (
    <ul className="max-h-80 overflow-y-auto">
      {results.map(({ account, error }) => (
        <li
          key={account.user_id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 text-md last:border-b-0"
        >
          <bdi className="font-semibold">{account.display_name}</bdi>
          {error === undefined ? (
            <StatusLabel tone="ok">{t('people.result_done')}</StatusLabel>
          ) : (
            <span className="text-sm text-bad">{error}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A link or a key that is shown once. */
export function CopyBox({ text, label }: { text: string; label: string }) {
  const t = useTranslate()
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-wash px-3 py-2">
      <code dir="ltr" className="min-w-0 flex-1 font-mono text-sm break-all">
        {text}
      </code>
      <CopyButton text={() => text} label={label} copiedLabel={t('people.copied')} />
    </div>
  )
}
