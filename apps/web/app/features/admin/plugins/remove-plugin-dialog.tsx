import { removePlugin, type PluginDetail } from '@stoa/contract/features/plugins'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { pluginsPath } from './plugin-paths.ts'

type RemovePluginDialogProps = { plugin: PluginDetail; onClose: () => void }

export function RemovePluginDialog({ plugin, onClose }: RemovePluginDialogProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [withData, setWithData] = useState(false)
  const { slug_name: plugin_slug_name, name } = plugin
  const { run, isSending } = useMutation({
    send: (call) => call(removePlugin, { plugin_slug_name, data: withData }),
    successToast: () => ({ text: t('plugins.removed', { name }), tone: 'ok' }),
    onSuccess: () => navigate(pluginsPath),
  })
  return (
    <FormDialog
      danger
      title={t('plugins.remove_title', { name })}
      description={t('plugins.remove_text')}
      submitLabel={t('plugins.remove')}
      cancelLabel={t('plugins.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={async () => {
        await run()
      }}
    >
      <Checkbox
        label={t('plugins.remove_data')}
        hint={t('plugins.remove_data_hint')}
        checked={withData}
        onChange={(event) => setWithData(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
