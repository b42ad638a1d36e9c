import { useTranslate } from '../../../kernel/visit-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { backupCommands } from './backup-commands.ts'

/** What to run every night, where the admin looks for it. */
export function BackupHelp() {
  const t = useTranslate()
  return (
    <details className="ms-8 text-sm">
      <summary className="min-h-target w-fit cursor-pointer content-center text-accent-ink">
        {t('first_steps.backup_how')}
      </summary>
      <p className="mt-1 mb-2 max-w-measure text-ink-2">{t('first_steps.backup_commands')}</p>
      <CodeBlock
        title="sh"
        text={backupCommands}
        copyLabel={t('install.config.copy')}
        copiedLabel={t('install.config.copied')}
      />
    </details>
  )
}
