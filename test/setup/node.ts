import './patient-waits.js';
