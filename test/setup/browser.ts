import { configure } from '@testing-library/react';

// One second is short on a busy machine; what is waited for comes or does not.
configure({ asyncUtilTimeout: 15_000 });
