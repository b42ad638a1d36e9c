import { setPluginStatus, type ListedPlugin } from '@stoa/contract/features/plugins'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { PermissionList } from './permission-list.tsx'
import { usePluginCall } from './use-plugin-call.ts'

type EnableDialogProps = {
  plugin: Pick<ListedPlugin, 'slug_name' | 'name' | 'permissions'>
  onClose: () => void
}

export function EnableDialog({ plugin, onClose }: EnableDialogProps) {
  const t = useTranslate()
  const { slug_name, name, permissions } = plugin
  const { run, error, isSending } = usePluginCall({
    send: (call) => call(setPluginStatus, { plugin_slug_name: slug_name, enabled: true }),
    successText: t('plugins.enabled', { name }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('plugins.enable_title', { name })}
      description={t('plugins.enable_text')}
      submitLabel={t('plugins.enable')}
      cancelLabel={t('plugins.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={() => run()}
    >
      <div>
        <p className="text-sm text-ink-3">{t('plugins.it_may_list')}</p>
        <PermissionList permissions={permissions} />
      </div>
      <FormError>{error}</FormError>
    </FormDialog>
  )
}
