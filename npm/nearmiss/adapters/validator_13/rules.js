"use strict";
// Rules of validator.js 13 that answer yes or no, each with a file of its name and exported as its `default`.

module.exports = [
  "contains", "equals", "isAbaRouting", "isAfter", "isAlpha", "isAlphanumeric", "isAscii", "isBIC", "isBase32",
  "isBase58", "isBase64", "isBefore", "isBoolean", "isBtcAddress", "isByteLength", "isCreditCard", "isCurrency",
  "isDataURI", "isDate", "isDecimal", "isDivisibleBy", "isEAN", "isEmail", "isEmpty", "isEthereumAddress", "isFQDN",
  "isFloat", "isFullWidth", "isHSL", "isHalfWidth", "isHash", "isHexColor", "isHexadecimal", "isIBAN", "isIMEI", "isIP",
  "isIPRange", "isISBN", "isISIN", "isISO15924", "isISO31661Alpha2", "isISO31661Alpha3", "isISO31661Numeric",
  "isISO4217", "isISO6391", "isISO8601", "isISRC", "isISSN", "isIdentityCard", "isIn", "isInt", "isJSON",
  "isJWT", "isLatLong", "isLength", "isLicensePlate", "isLocale", "isLowercase", "isLuhnNumber", "isMACAddress",
  "isMD5", "isMagnetURI", "isMailtoURI", "isMimeType", "isMobilePhone", "isMongoId", "isMultibyte", "isNumeric",
  "isOctal", "isPassportNumber", "isPort", "isPostalCode", "isRFC3339", "isRgbColor", "isSemVer", "isSlug",
  "isStrongPassword", "isSurrogatePair", "isTaxID", "isTime", "isULID", "isURL", "isUUID", "isUppercase", "isVAT",
  "isVariableWidth", "isWhitelisted", "matches",
];
