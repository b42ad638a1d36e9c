import { movePluginFiles, type PluginDetail } from '@stoa/contract/features/plugins'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { toSizeText } from '../health/health-text.ts'
import { usePluginCall } from './use-plugin-call.ts'

type PluginFilesProps = {
  plugin: Pick<PluginDetail, 'slug_name'>
  files: NonNullable<PluginDetail['files']>
}

/** Where uploaded files are, and moving them. */
export function PluginFiles({ plugin, files }: PluginFilesProps) {
  const t = useTranslate()
  const rows: [label: string, value: string][] = [
    [t('plugin_files.here'), toText(files.stored, files.stored_bytes)],
    [t('plugin_files.on_disk'), toText(files.on_disk, files.on_disk_bytes)],
    [t('plugin_files.new'), t(files.takes_new ? 'plugin_files.to_store' : 'plugin_files.to_disk')],
  ]

  function toText(count: number, bytes: number) {
    return t('plugin_files.count', { count, size: toSizeText(bytes, t) })
  }

  return (
    <Section title={t('plugin_files.title')}>
      <dl>
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="flex justify-between gap-4 border-b border-line py-1.25 text-sm last:border-b-0"
          >
            <dt className="text-ink-3">{label}</dt>
            <dd className="numeral text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid justify-items-start gap-2 pt-3">
        {(!files.takes_new || files.on_disk > 0) && <MoveButton plugin={plugin} to="plugin" />}
        {(files.takes_new || files.stored > 0) && <MoveButton plugin={plugin} to="disk" />}
      </div>
    </Section>
  )
}

function MoveButton({ plugin, to }: Pick<PluginFilesProps, 'plugin'> & { to: 'plugin' | 'disk' }) {
  const t = useTranslate()
  const { run, error, isSending } = usePluginCall({
    send: (call) => call(movePluginFiles, { plugin_slug_name: plugin.slug_name, to }),
    successText: t('plugin_files.started'),
  })
  return (
    <>
      <Button size="sm" data-needs-script="" loading={isSending} onClick={() => void run()}>
        {t(to === 'plugin' ? 'plugin_files.move_here' : 'plugin_files.move_to_disk')}
      </Button>
      <FormError>{error}</FormError>
    </>
  )
}
