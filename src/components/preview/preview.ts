import { DiffView } from './diff-view.js';
import { ImageView } from './image-view.js';
import { PreviewContent } from './preview-content.js';
import { PreviewView } from './preview-view.js';
import { TableView } from './table-view.js';

/** The parts of a preview. `PreviewView` is its root, with all its states. */
export const Preview: {
  readonly Root: typeof PreviewView;
  readonly Content: typeof PreviewContent;
  readonly Diff: typeof DiffView;
  readonly Table: typeof TableView;
  readonly Image: typeof ImageView;
} = { Root: PreviewView, Content: PreviewContent, Diff: DiffView, Table: TableView, Image: ImageView };
