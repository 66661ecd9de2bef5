// The event page is written by the shop; this only writes its times and prices as the fan reads them.
import { fill } from './words.js';

fill();
