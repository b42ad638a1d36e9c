import type { Feature } from '../../../kernel/feature.ts'
import { questionPageRoutes } from './question-page.routes.ts'

export const questionPageFeature: Feature = { name: 'question-page', routes: questionPageRoutes }
