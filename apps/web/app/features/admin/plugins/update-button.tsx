import { setPluginVersion, type ListedPlugin } from '@stoa/contract/features/plugins'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { PermissionList } from './permission-list.tsx'
import { usePluginCall } from './use-plugin-call.ts'
import { usePluginVersion } from './use-plugin-version.ts'

/** Updates to the newer stored version; asks first if it may do more. */
export function UpdateButton({ plugin }: { plugin: ListedPlugin }) {
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  const { run, isSending } = usePluginVersion(plugin)
  const { name, newer_version: version } = plugin
  if (plugin.new_permissions.length === 0)
    return (
      <Button
        size="sm"
        data-needs-script=""
        aria-label={t('plugins.update_plugin', { name, version })}
        loading={isSending}
        onClick={() => void run(version)}
      >
        {t('plugins.update')}
      </Button>
    )
  return (
    <>
      <Button
        size="sm"
        data-needs-script=""
        aria-label={t('plugins.review_update_of', { name })}
        onClick={() => setAsked(true)}
      >
        {t('plugins.review_update')}
      </Button>
      {isAsked && <UpdateDialog plugin={plugin} onClose={() => setAsked(false)} />}
    </>
  )
}

type UpdateDialogProps = { plugin: ListedPlugin; onClose: () => void }

function UpdateDialog({ plugin, onClose }: UpdateDialogProps) {
  const t = useTranslate()
  const { slug_name, name, newer_version: version } = plugin
  const { run, error, isSending } = usePluginCall({
    send: (call) => call(setPluginVersion, { plugin_slug_name: slug_name, version }),
    successText: t('plugins.now_runs', { name, version }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('plugins.update_title', { name, version })}
      description={t('plugins.asks_for_more')}
      submitLabel={t('plugins.update')}
      cancelLabel={t('plugins.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={run}
    >
      <PermissionList permissions={plugin.new_permissions} />
      <FormError>{error}</FormError>
    </FormDialog>
  )
}
