import { installPlugin, type PluginPackage } from '@stoa/contract/features/plugins'
import { useNavigate } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toSizeText } from '../health/health-text.ts'
import { LimitationList, PermissionList } from './permission-list.tsx'
import { pluginPath } from './plugin-paths.ts'
import { usePluginCall } from './use-plugin-call.ts'

type PackageReviewProps = { found: PluginPackage; onClose: () => void }

export function PackageReview({ found, onClose }: PackageReviewProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { name, version, author, installed_version: installed } = found
  const isUpdate = installed !== ''
  const values = { name, version }
  const { run, error, isSending } = usePluginCall({
    send: (call) => call(installPlugin, { package_id: found.package_id }),
    successText: t(isUpdate ? 'plugins.updated' : 'plugins.installed', values),
    onSuccess: async ({ slug_name: slug }) => {
      await navigate(pluginPath(slug))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(isUpdate ? 'plugins.update_title' : 'plugins.review_title', values)}
      description={t('plugins.package_facts', { author, size: toSizeText(found.size, t) })}
      submitLabel={t(isUpdate ? 'plugins.update' : 'plugins.install_off')}
      cancelLabel={t('plugins.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={run}
    >
      <p className="text-md leading-body text-ink-2">
        <bdi>{found.description}</bdi>
      </p>
      {isUpdate && <Update found={found} />}
      <div>
        <h3 className="text-sm text-ink-3">{t('plugins.asks')}</h3>
        <PermissionList permissions={found.permissions} />
      </div>
      <div>
        <h3 className="text-sm text-ink-3">{t('plugins.cannot')}</h3>
        <LimitationList permissions={found.permissions} />
      </div>
      <p className="text-sm text-ink-3">{t('plugins.trust')}</p>
      <FormError>{error}</FormError>
    </FormDialog>
  )
}

function Update({ found }: Pick<PackageReviewProps, 'found'>) {
  const t = useTranslate()
  const { installed_version: version, new_permissions: added } = found
  if (added.length === 0) return <Notice>{t('plugins.installed_version', { version })}</Notice>
  return (
    <Notice tone="warn" title={t('plugins.asks_for_more')}>
      <PermissionList permissions={added} />
    </Notice>
  )
}
